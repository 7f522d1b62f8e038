import { FORMAT_TAGS } from '../../contract/languages.ts'
import type { Locale } from '../i18n/locales.ts'

/** "heure de l’Est – Toronto": the reader's word for a time zone, and the city that tells it from others of that name. */
export function zoneName(zone: string, locale: Locale): string {
  if (!zone.includes('/') || zone.startsWith('Etc/')) return zone
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  try {
    const parts = new Intl.DateTimeFormat(FORMAT_TAGS[locale], {
      timeZone: zone,
      timeZoneName: 'longGeneric',
    }).formatToParts()
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value
    return name ? `${name} – ${city}` : city
  } catch {
    // One that was stored by a program with other zones than this browser's.
    return zone.replaceAll('_', ' ')
  }
}

/** The same where nothing stands before it: it begins with a capital. */
export function zoneLabel(zone: string, locale: Locale): string {
  const name = zoneName(zone, locale)
  return name.charAt(0).toLocaleUpperCase(FORMAT_TAGS[locale]) + name.slice(1)
}

type Choice = { value: string; label: string }
const choices = new Map<Locale, readonly Choice[]>()

/** Every zone that this browser knows, by its name in the reader's language, and the one that is chosen. */
export function zoneChoices(locale: Locale, chosen = ''): readonly Choice[] {
  const known = choices.get(locale) ?? allZones(locale)
  choices.set(locale, known)
  return chosen === '' || known.some(({ value }) => value === chosen)
    ? known
    : [{ value: chosen, label: zoneLabel(chosen, locale) }, ...known]
}

function allZones(locale: Locale): Choice[] {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]
  const { compare } = new Intl.Collator(FORMAT_TAGS[locale])
  return zones
    .map((value) => ({ value, label: zoneLabel(value, locale) }))
    .sort((a, b) => compare(a.label, b.label))
}
