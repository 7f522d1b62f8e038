/** The well-known carriers, by how their names begin, and where they show a tracking number. */
const CARRIERS: readonly [name: RegExp, link: (number: string) => string][] = [
  [/^ups\b/i, (number) => `https://www.ups.com/track?tracknum=${number}`],
  [/^fed ?ex\b/i, (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`],
  [/^purolator\b/i, (number) => `https://www.purolator.com/en/shipping/tracker?pin=${number}`],
  [
    /^(canada post|postes canada)\b/i,
    (number) => `https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=${number}`,
  ],
  [/^dhl\b/i, (number) => `https://www.dhl.com/ca-en/home/tracking.html?tracking-id=${number}`],
]

/** Where the carrier shows the shipment: the link that upstream gave, else that of a well-known carrier. */
export function carrierLink(given: string | null, carrier: string, trackingNumber: string): string | null {
  if (given !== null) return given
  const known = CARRIERS.find(([name]) => name.test(carrier))
  return known ? known[1](encodeURIComponent(trackingNumber)) : null
}
