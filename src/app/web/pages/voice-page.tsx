import { VoiceTimeline } from '../../../features/about/web/voice-timeline.tsx'
import { VoicePage } from '../../../features/assistant/web/voice/voice-page.tsx'

/** The assistant, spoken to; below, how far that is. */
export default function SpokenPage() {
  return <VoicePage timeline={<VoiceTimeline />} />
}
