/** The source's five ratings, each of one to five stars; 0: none given. */
export const RATINGS = [
  'overallSatisfaction',
  'easeOfUse',
  'featureCompleteness',
  'performance',
  'support',
] as const

/** The source's five areas of text. */
export const TEXTS = [
  'mostUsefulFeature',
  'leastUsefulFeature',
  'missingFeatures',
  'improvements',
  'additionalComments',
] as const

export const RECOMMENDATIONS = ['definitely', 'probably', 'maybe', 'probably-not', 'definitely-not'] as const
export type Recommendation = (typeof RECOMMENDATIONS)[number]

export const LONGEST_TEXT = 4000
export const MOST_STARS = 5
