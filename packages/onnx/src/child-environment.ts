/** What a model's process may know of the environment: where things lie and the way to the hub. No service secrets. */
const PASSED_ON: readonly string[] = [
  ...["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "TZ", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "SystemRoot"],
  ...["NODE_COMPILE_CACHE", "NODE_EXTRA_CA_CERTS", "CUDA_PATH", "CUDA_VISIBLE_DEVICES"],
  // For models on the hub that need a login.
  ...["HF_TOKEN", "HF_ACCESS_TOKEN"],
  ...["NODE_USE_ENV_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "no_proxy"],
];

export const childEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
