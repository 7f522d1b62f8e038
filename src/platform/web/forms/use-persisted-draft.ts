import { useEffect, useRef, useState } from 'react'
import { type Access, useAccess } from '../access/access.tsx'
import { DRAFT_PREFIX, tabOnly } from '../browser-storage.ts'
import type { DraftKeeper } from './draft-keeper.ts'
import { draftStore } from './draft-store.ts'
import { readDraft } from './read-draft.ts'
import type { DraftFile, StoredDraft } from './stored-draft.ts'

const LONGEST_NAME = 200
const keyOf = ({ user, tenant }: Access, name: string) =>
  `${DRAFT_PREFIX}${user.email}.${tenant?.id ?? 'all'}.${name}`

type Options = {
  /** Means nothing on another device: it stays in this tab. */
  onlyHere?: boolean
}

/**
 * What was typed, kept over a reload, a lost connection, the end of the session, and on the person’s other devices, until it is
 * forgotten (J20): per person and tenant. What the server does not have yet lies in this tab, and goes at sign-out and at a switch
 * of tenant. Keep no passwords or codes in it. `name` tells drafts apart: "issue 17". A session that changes nothing keeps none.
 */
export function usePersistedDraft<Values extends Record<string, unknown>>(
  name: string,
  initial: Values,
  { onlyHere = false }: Options = {},
) {
  const access = useAccess()
  const key = keyOf(access, name)
  const form = name.slice(0, LONGEST_NAME)
  const keeps = !access.readOnly
  const [draft] = useState(() => (keeps ? readDraft(tabOnly.read(key), initial) : null))
  const [values, setValues] = useState(draft ?? initial)
  const [restored, setRestored] = useState(draft !== null)
  const [theirs, setTheirs] = useState<StoredDraft | null>(null)
  const [tooLarge, setTooLarge] = useState(false)
  const [files, setFiles] = useState<readonly DraftFile[]>([])
  const now = useRef(values)
  const touched = useRef(draft !== null)
  const keeper = useRef<DraftKeeper | null>(null)

  const show = (next: Values) => {
    now.current = next
    setValues(next)
  }
  const take = ({ contents, version, files: stored }: StoredDraft) => {
    setFiles(stored)
    if (version === 0) return
    show(readDraft(JSON.stringify(contents), initial) ?? initial)
    setRestored(true)
  }
  const forget = () => {
    touched.current = false
    if (keeper.current) void keeper.current.forget()
    else tabOnly.write(key, null)
    show(initial)
    setFiles([])
    setRestored(false)
    setTheirs(null)
    setTooLarge(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form is one draft for as long as it is there
  useEffect(() => {
    if (!keeps || onlyHere) return
    let left = false
    void draftStore().then(async (drafts) => {
      if (!drafts || left) return
      const own = drafts.open({
        ...{ form, key },
        tell: (news) => ('theirs' in news ? setTheirs(news.theirs) : setTooLarge(news.tooLarge)),
      })
      keeper.current = own
      const found = await own.load()
      if (!found || left) return
      if (touched.current) setFiles(found.files)
      else take(found)
    })
    return () => {
      left = true
      void keeper.current?.close()
      keeper.current = null
    }
  }, [key])

  return {
    values,
    /** What is there was typed before: worth saying. */
    restored,
    /** Kept by another tab or device since: a person decides (`DraftNotice`). */
    theirs,
    /** It stays in this tab. */
    tooLarge,
    /** That go along when it is sent. */
    files,
    /** Its name on the server. */
    form,
    change(patch: Partial<Values>) {
      const next = { ...now.current, ...patch }
      touched.current = true
      if (keeper.current) keeper.current.change(next)
      else if (keeps) tabOnly.write(key, JSON.stringify(next))
      show(next)
    },
    /** Back to the beginning: the server has it, or it was given up. */
    forget,
    settle(mine: boolean) {
      if (!theirs) return
      keeper.current?.settle(theirs, mine)
      if (!mine) take(theirs)
      setTheirs(null)
    },
    /** Rejects as the server refuses it. */
    async addFile(file: File) {
      const store = await draftStore()
      if (!store) return
      const id = await store.addFile(form, file)
      keeper.current?.noteFile()
      setFiles((before) => [...before, { id, name: file.name, size: file.size }])
    },
    async removeFile(id: number) {
      await (await draftStore())?.removeFile(id)
      setFiles((before) => before.filter((file) => file.id !== id))
    },
  }
}

/** What a form tells of its draft. */
export type PersistedDraft = Pick<
  ReturnType<typeof usePersistedDraft>,
  'restored' | 'theirs' | 'tooLarge' | 'forget' | 'settle'
>
