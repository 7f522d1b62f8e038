/** How long ago in the office's days. */
type Said = { by: string; daysAgo: number; text: string }
export type DemoConversation = {
  client: string
  subject: string
  /** About the client's newest order but so many. */
  order?: number
  said: readonly Said[]
  assigned?: string
  note?: string
  /** Nothing is left to answer. */
  settled?: boolean
  /** Who has not read the last message. */
  unreadBy?: readonly string[]
}

const service = 'service@portal.example'
const buyer = 'buyer@boreal.example'

/** What clients and the staff said to each other lately: one message waits for Boréal's buyer, one for the staff. */
export const DEMO_CONVERSATIONS: readonly DemoConversation[] = [
  {
    client: 'boreal',
    subject: 'Pallet height for the Laval warehouse',
    order: 2,
    assigned: service,
    said: [
      {
        by: buyer,
        daysAgo: 2.1,
        text: 'Our Laval warehouse takes pallets of 1.5 m at most. Can this order be stacked lower?',
      },
      {
        by: service,
        daysAgo: 2.02,
        text: 'Yes. I have asked packaging to build five pallets instead of four.',
      },
      { by: buyer, daysAgo: 1.9, text: 'Perfect. Does that move the pick-up?' },
      {
        by: service,
        daysAgo: 0.9,
        text: 'It does not: the carrier has confirmed the same day. We will send the new packing list with the shipment.',
      },
    ],
    note: 'Five pallets cost us one more label run; not charged.',
    unreadBy: [buyer],
  },
  {
    client: 'boreal',
    subject: 'Étiquettes bilingues',
    settled: true,
    said: [
      {
        by: 'owner@boreal.example',
        daysAgo: 12,
        text: 'Bonjour, pouvez-vous confirmer que les prochaines étiquettes seront bilingues, français d’abord ?',
      },
      {
        by: service,
        daysAgo: 11.9,
        text: 'Bonjour ! C’est confirmé : français d’abord, anglais ensuite, même taille de caractères.',
      },
      { by: 'owner@boreal.example', daysAgo: 11.8, text: 'Merci beaucoup.' },
    ],
  },
  {
    client: 'harbour',
    subject: 'Certificates for the spring audit',
    said: [
      {
        by: 'buyer@harbour.example',
        daysAgo: 0.4,
        text: 'Our retailer audits us in April. Which certificates can we hand over without asking you for each of them?',
      },
    ],
  },
  {
    client: 'prairie',
    subject: 'Welcome',
    settled: true,
    said: [
      {
        by: service,
        daysAgo: 30,
        text: 'Welcome to the portal. Write here whenever you have a question about an order, a lot or an invoice.',
      },
    ],
  },
]
