import { useEffect, useRef, useState } from 'react'
import { decodePicture } from './decode-picture.ts'

/** `starting`: the browser may be asking whether the camera may be used. */
export type CameraState = 'starting' | 'watching' | 'refused' | 'none' | 'failed'

/** Pictures looked at in a second: more would only warm the phone. */
const PICTURES_PER_SECOND = 6
/** Wide enough for a dense code; more makes each look longer. */
const WIDEST = 960

const WHY: Record<string, CameraState> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
}

/** Shows the camera in the video element and tells the first code that it sees; the camera is off when its owner goes. */
export function useCamera(onCode: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  const found = useRef(onCode)
  found.current = onCode

  useEffect(() => {
    let stream: MediaStream | undefined
    let looking = 0
    let gone = false

    const stop = () => {
      gone = true
      window.clearInterval(looking)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const look = (canvas: HTMLCanvasElement) => {
      const seen = video.current && pictureOf(video.current, canvas)
      const text = seen && decodePicture(...seen)
      if (!text) return
      stop()
      found.current(text)
    }
    const start = async () => {
      // Absent where the page came over an unprotected line.
      if (!navigator.mediaDevices) return setState('none')
      try {
        const camera = { facingMode: 'environment', width: { ideal: 1280 } }
        stream = await navigator.mediaDevices.getUserMedia({ video: camera })
        if (gone || !video.current) return stop()
        video.current.srcObject = stream
        await video.current.play()
        setState('watching')
        const canvas = document.createElement('canvas')
        looking = window.setInterval(() => look(canvas), 1000 / PICTURES_PER_SECOND)
      } catch (fault) {
        stop()
        setState(WHY[(fault as Error).name] ?? 'failed')
      }
    }
    void start()
    return stop
  }, [])
  return { video, state }
}

/** The picture of a moment in shades of grey; none while the video has no size yet. */
function pictureOf(video: HTMLVideoElement, canvas: HTMLCanvasElement) {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return null
  const scale = Math.min(1, WIDEST / videoWidth)
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (!drawing) return null
  drawing.drawImage(video, 0, 0, canvas.width, canvas.height)
  const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height)
  const grey = new Uint8ClampedArray(canvas.width * canvas.height)
  // Luminance by the weights of the eye, in whole numbers.
  for (let at = 0, from = 0; at < grey.length; at++, from += 4)
    grey[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8
  return [grey, canvas.width, canvas.height] as const
}
