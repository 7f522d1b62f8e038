import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { ATTACHED_ENDINGS } from '../../../platform/contract/shown-file.ts'
import { PickFiles } from '../../../platform/web/kit/pick-files.tsx'
import { StorageNote } from '../../storage/web/published.tsx'
import css from './issues.module.css'

type ChosenFilesProps = { files: readonly File[]; onChange: (files: File[]) => void }

/** Pictures and papers that are sent along; a browser forgets them with the page. */
export function ChosenFiles({ files, onChange }: ChosenFilesProps) {
  const t = useTranslations('issues.one')
  const tFiles = useTranslations('ui.files')
  return (
    <div>
      {files.map((file, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
        <div key={at} className={css.row}>
          <span>{file.name}</span>
          <Button
            variant="subtle"
            size="compact-md"
            aria-label={tFiles('removeOne', { name: file.name })}
            onClick={() => onChange(files.filter((_, place) => place !== at))}
          >
            {tFiles('remove')}
          </Button>
        </div>
      ))}
      <PickFiles
        label={t('attach')}
        accept={ATTACHED_ENDINGS}
        multiple
        onPick={(more) => onChange([...files, ...more])}
      />
      <StorageNote />
    </div>
  )
}
