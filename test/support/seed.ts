/** The same in every run but the long ones; printed by whoever draws with it, TEST_SEED repeats a run. */
export const SEED = Number(process.env.TEST_SEED)
