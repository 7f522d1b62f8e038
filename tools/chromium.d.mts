export function findChromium(): string | undefined
export function ensureChromium(tell: (line: string) => void): Promise<string | undefined>
