/** Texts of all charts. */
export const chart = {
  showTable: "Show as a table",
  table: "The chart's numbers",
  time: "Time",
};
