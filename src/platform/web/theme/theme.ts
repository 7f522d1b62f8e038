import { createTheme, defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core'

const petrol = [
  'var(--primary-50)',
  'var(--primary-100)',
  'var(--primary-200)',
  'var(--primary-300)',
  'var(--primary-400)',
  'var(--primary-500)',
  'var(--primary-600)',
  'var(--primary-700)',
  'var(--primary-800)',
  'var(--primary-900)',
] as const

/** Filled controls take ink from the tokens: white on the dark theme's lighter petrol would fail contrast. */
const colorsOf: VariantColorsResolver = (input) => {
  if (input.variant !== 'filled') return defaultVariantColorsResolver(input)
  const danger = input.color === 'red'
  return {
    background: danger ? 'var(--bad)' : 'var(--act)',
    hover: danger ? 'var(--bad)' : 'var(--act-hover)',
    color: danger ? 'var(--surface)' : 'var(--act-ink)',
    border: 'none',
  }
}

/** Names and defaults only: every value lives in tokens.css. */
export const theme = createTheme({
  primaryColor: 'petrol',
  colors: { petrol },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  variantColorResolver: colorsOf,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 34 } },
  },
})
