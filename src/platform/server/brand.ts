import type { Log } from './log.ts'

/** What the Company page lets everybody know. */
export type PublicCompany = Record<'legalName' | 'address' | 'hours' | 'email' | 'phone', string | null>
export type BrandFacts = {
  name: string | null
  logoHash: string | null
  company: PublicCompany
  /** That reports are made in. */
  timezone: string
}
type Source = {
  brand: () => Promise<BrandFacts>
  brandLogo: (hash: string) => Promise<{ type: string; bytes: Buffer } | undefined>
}

const POLL_INTERVAL_MS = 5_000

export type Brand = Awaited<ReturnType<typeof watchBrand>>

/**
 * The portal's name, logo and company as the Company page has them, else the operator's. Known without asking, for pages and mails;
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
  const timer = setInterval(() => void look(), POLL_INTERVAL_MS)
  timer.unref()
  return {
    fallback,
    name: () => known.name ?? fallback,
    logoHash: () => known.logoHash,
    company: () => known.company,
    timezone: () => known.timezone,
    sender: () => {
      const { legalName, address } = known.company
      return { brandName: known.name ?? fallback, legalName, address }
    },
    logo: source.brandLogo,
    stop: () => clearInterval(timer),
  }
}
