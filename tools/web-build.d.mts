export function ensureWebBuilt(tell: (line: string) => void): Promise<void>
