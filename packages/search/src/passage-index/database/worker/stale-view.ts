/** Something that the view knows is not in the database any more: there is a newer view, which does without it. */
export class StaleView extends Error {}
