import type { Log } from './log.ts'

export type BrandFacts = { name: string | null; logoHash: string | null }
type Source = {
  brand: () => Promise<BrandFacts>
  brandLogo: (hash: string) => Promise<{ type: string; bytes: Buffer } | undefined>
}

const LOOK_EVERY_MS = 5_000

export type Brand = Awaited<ReturnType<typeof watchBrand>>

/**
 * The portal's name and logo as the Company page has them, else the operator's. Known without asking, for pages and mails;
 * looked at again every few seconds, so that every server knows.
 */
export async function watchBrand(source: Source, fallback: string, log: Log) {
  let known: BrandFacts = await source.brand()
  const look = () =>
    source.brand().then(
      (facts) => {
        known = facts
      },
      // What was known stays known.
      (fault) => log.warn({ fault: String(fault) }, 'the name of the portal was not looked at'),
    )
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  timer.unref()
  return {
    fallback,
    name: () => known.name ?? fallback,
    logoHash: () => known.logoHash,
    logo: source.brandLogo,
    stop: () => clearInterval(timer),
  }
}
