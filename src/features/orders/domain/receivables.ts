/**
 * The source's ageing of receivables: a fixed split of the total order amount, 60 % under 30 days, 25 % under 60 and the
 * rest over 60, which takes the rounding, so that the three are the total to the cent (D4). Cents in, cents out.
 */
export function splitReceivables(total: bigint): { under30: bigint; under60: bigint; over60: bigint } {
  const under30 = percent(total, 60n)
  const under60 = percent(total, 25n)
  return { under30, under60, over60: total - under30 - under60 }
}

/** Half a cent away from zero, as money is rounded everywhere. */
function percent(cents: bigint, share: bigint): bigint {
  const half = cents < 0n ? -50n : 50n
  return (cents * share + half) / 100n
}
