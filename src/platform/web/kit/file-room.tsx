import { Slot } from '../slots/slots.tsx'

declare module '../slots/slots.tsx' {
  interface Slots {
    /** Beside what adds files: how much room there is for more. */
    'files.room': Record<never, never>
  }
}

/** How much room there is for files, beside what adds them. */
export const FileRoom = () => <Slot name="files.room" given={{}} fallback={null} />
