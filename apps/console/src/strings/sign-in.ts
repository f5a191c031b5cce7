export const signIn = {
  title: "Sign in",
  key: "API key",
  hint: "The API secret, or a key that was made for you. What the key may do is what you may do here.",
  submit: "Sign in",
  wrong: "No such key. It may have been revoked, or mistyped.",
  help: "Where is it?",
  helpText:
    "The service prints where it keeps its secret when it starts: the file api-secret in the data folder, unless SERVICE_API_SECRET is set.",
  promise:
    "The key is kept by no page: it goes to the service once, and comes back sealed in a cookie that scripts can't read.",
};
