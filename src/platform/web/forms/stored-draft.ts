export type DraftFile = { id: number; name: string; size: number }
export type StoredDraft = {
  contents: Record<string, unknown>
  /** Goes up with each save; 0: there are files alone. */
  version: number
  files: DraftFile[]
}

/** Where drafts are kept for this person, on every device (J20). Each rejects as requests do. */
export type DraftStore = {
  get: (form: string) => Promise<StoredDraft | null>
  /** Answers the version that is kept now; 412 when another tab has kept something since. `last`: the page is being left. */
  put: (form: string, contents: object, version: number, last: boolean) => Promise<number>
  remove: (form: string, version: number | undefined) => Promise<unknown>
  addFile: (form: string, file: File) => Promise<number>
  removeFile: (id: number) => Promise<unknown>
}
