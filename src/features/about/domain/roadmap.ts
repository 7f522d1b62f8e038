/** Phases of the project in their order, as `roadmap_phases` has them; their words stand in the messages. */
export const PHASES = ['foundation', 'orders', 'sales', 'quality', 'conversation', 'next'] as const

/** The development timeline of voice; rows of the same table. */
export const VOICE_PHASES = ['voice-1', 'voice-2', 'voice-3', 'voice-4', 'voice-launch'] as const

export const PHASE_STATES = ['completed', 'in-progress', 'planned'] as const
export type PhaseState = (typeof PHASE_STATES)[number]

export const LONGEST_COMMENT = 2000
