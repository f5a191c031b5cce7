export const signIn = {
  title: "Sign in",
  key: "API key",
  hint: "The API secret or an API key. Its scope decides what you can do here.",
  submit: "Sign in",
  wrong: "Invalid key. It may be revoked or mistyped.",
  help: "Where do I find it?",
  helpText:
    "At its start the service prints where its secret is stored: the file api-secret in the data folder, unless SERVICE_API_SECRET is set.",
  promise:
    "The console doesn't store the key: it is sent to the service once and becomes a sealed cookie that scripts can't read.",
};
