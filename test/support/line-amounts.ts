/** Quantity, unit price, what the price is for, cents: the rule of amounts by cases, for what computes them here and in the database. */
export const AMOUNTS: [string, string, string, number][] = [
  ['100.5', '12.3456', '1', 124_073],
  ['1', '0.005', '1', 1],
  ['1', '0.004999', '1', 0],
  // By the thousand: not a thousand times too much.
  ['150', '58', '1000', 870],
  ['250000', '58.00', '1000', 1_450_000],
  ['1', '5', '1000', 1],
  ['1', '4.999999', '1000', 0],
  ['999', '0.0475', '100', 47],
  // A kilogram's price of grams, and a gram's of kilograms.
  ['1500', '312', '1000', 46_800],
  ['1.5', '0.312', '0.001', 46_800],
  // A sixteenth of a pound, and thirds that do not end.
  ['0.125', '1', '0.0625', 200],
  ['1', '1', '3', 33],
  ['2', '1', '3', 67],
  ['0.001', '0.000001', '1', 0],
  ['999999999', '1.23', '1', 122_999_999_877],
]
