/** Returns a function that computes a value once per key, and caches it as long as the key exists. */
export const oncePer = <Key extends object, Value>(compute: (key: Key) => Value): ((key: Key) => Value) => {
  const computed = new WeakMap<Key, Value>();
  return (key) => {
    let value = computed.get(key);
    if (value === undefined) computed.set(key, (value = compute(key)));
    return value;
  };
};
