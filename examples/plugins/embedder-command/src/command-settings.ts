import { defineSettings, setting, type SettingsOf } from "@quarry/plugin";

const MAX_DIMENSION = 65_536;

const model = setting.object(
  {
    name: setting.text({ description: "Name by which collections ask for it; the program is told." }),
    dimension: setting.integer({ description: "Numbers of its vectors.", minimum: 1, maximum: MAX_DIMENSION }),
    maxInputTokens: setting.integer({
      description: "Most tokens of one text; left out: no limit.",
      minimum: 1,
      maximum: 1_000_000,
      optional: true,
    }),
    description: setting.text({ description: "Shown in the list of models.", default: "", mayBeEmpty: true }),
  },
  { description: "A model." },
);

/** Settings of the program in the config. */
export const commandSettings = defineSettings({
  command: setting.list(setting.text({ description: "The program, or an argument." }), {
    description: "The program and its arguments, each an entry of its own: no shell looks at them.",
    minimumItems: 1,
  }),
  directory: setting.text({
    description: "Folder in which it is started; left out: the service's own.",
    optional: true,
  }),
  environment: setting.record(setting.secret({ description: "Value of the variable.", mayBeEmpty: true }), {
    description: "Environment variables that it gets in addition to the service's PATH, HOME and language.",
    default: {},
  }),
  models: setting.list(model, { description: "The models that it has, the default first.", minimumItems: 1 }),
  processes: setting.integer({
    description: "How many of it run beside each other; each takes one batch at a time.",
    minimum: 1,
    maximum: 64,
    default: 1,
  }),
  maxBatchTexts: setting.integer({ description: "Most texts of one batch.", minimum: 1, maximum: 2_048, default: 32 }),
  maxBatchTokens: setting.integer({
    description: "Most tokens of one batch, over all its texts.",
    minimum: 1,
    maximum: 10_000_000,
    default: 32_768,
  }),
  startSeconds: setting.integer({
    description: "Seconds that it may take until it says that it is ready.",
    minimum: 1,
    maximum: 3_600,
    default: 120,
  }),
  timeoutSeconds: setting.integer({
    description: "Seconds that it may take for one batch; it is ended and started again beyond.",
    minimum: 1,
    maximum: 3_600,
    default: 60,
  }),
  hybridAlpha: setting.number({
    description: "Weight of the semantic score in hybrid search where nobody says another.",
    minimum: 0,
    maximum: 1,
    default: 0.5,
  }),
});

export type CommandSettings = SettingsOf<typeof commandSettings>;
