/** As the laboratory wrote it, in every language; with its unit, unless that stands in it already. */
export const resultText = ({ result, unit }: { result: string; unit: string | null }): string =>
  unit === null || result.includes(unit) ? result : `${result} ${unit}`
