/** Printed by whoever draws with it; TEST_SEED repeats a run. */
export const SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
