/** So long a session lasts without anybody at it, and so long before its end the screen says so (J6). */
export const IDLE_MINUTES = 30
export const IDLE_WARNING_MINUTES = 2
