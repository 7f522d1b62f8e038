/** The source's zones stand first: Settings has eight, the profile the four of the United States among them (F7). */
const OF_SETTINGS = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'UTC',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
] as const
export const FIRST_ZONES = { profile: OF_SETTINGS.slice(0, 4), settings: OF_SETTINGS }
