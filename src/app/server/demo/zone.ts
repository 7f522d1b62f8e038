/** The demo's maker is in Quebec: its days begin and end there. */
export const DEMO_ZONE = 'America/Toronto'
