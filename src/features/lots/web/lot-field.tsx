import { useDebouncedValue } from '@mantine/hooks'
import { IconScan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { Lot } from '../contract.ts'
import { scannedLot } from '../domain/scanned-lot.ts'
import css from './lots.module.css'
import { lotsToChoose } from './lots-queries.ts'
import { useProductName } from './use-product-name.ts'

// With the reader of codes, only for those who scan.
const ScanView = lazyComponent(() => import('./scan/scan-view.tsx'))
const PAUSE_MS = 250

type LotFieldProps = {
  label: string
  value: string
  path?: string
  /** Of this client alone, for whoever sees several. */
  tenant?: number | undefined
  onChange: (lotNo: string) => void
}

/** The number of a lot: chosen among those that the asker has, typed, or scanned. Who sees no lots types it. */
export function LotField(props: LotFieldProps) {
  const sees = can(useAccess(), { permission: 'lots.read', module: 'qaqc' })
  if (sees) return <LotChoice {...props} />
  const { label, value, path, onChange } = props
  return (
    <TextField
      label={label}
      path={path}
      value={value}
      maxLength={200}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function LotChoice({ label, value, path, tenant, onChange }: LotFieldProps) {
  const t = useTranslations('lots')
  const id = useId()
  const productName = useProductName()
  const [scanning, setScanning] = useState(false)
  const [asked] = useDebouncedValue(value.trim(), PAUSE_MS)
  // A list that does not come leaves the field as it is: what is typed is looked at when it is sent.
  const { data: lots = [] } = useQuery(lotsToChoose(asked, tenant))
  const called = (lot: Lot) =>
    [lot.itemNo, productName(lot), t(`states.${lot.state}`)].filter(Boolean).join(' · ')
  const chosen = lots.find(({ lotNo }) => lotNo === value.trim())
  /** A code that was pasted or scanned gives way to the number that stands in it. */
  const take = (text: string) => {
    const number = scannedLot(text)
    if (number !== value) onChange(number)
  }
  return (
    <div>
      <TextField
        label={label}
        path={path}
        value={value}
        maxLength={200}
        list={`${id}-lots`}
        {...(chosen && { description: called(chosen) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={
          <IconButton
            variant="subtle"
            label={t('scan.title')}
            aria-expanded={scanning}
            onClick={() => setScanning(!scanning)}
          >
            <IconScan size={18} stroke={1.75} aria-hidden />
          </IconButton>
        }
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => take(value)}
        onKeyDown={(event) => {
          // A scanner sends it behind what it reads, which is one field of a form and not all of it.
          if (event.key !== 'Enter') return
          event.preventDefault()
          take(value)
        }}
      />
      <datalist id={`${id}-lots`}>
        {lots.map((lot) => (
          <option key={lot.id} value={lot.lotNo}>
            {called(lot)}
          </option>
        ))}
      </datalist>
      {scanning && (
        <div className={css.scanned}>
          <Suspense fallback={null}>
            <ScanView
              onCode={(text) => {
                setScanning(false)
                take(text)
              }}
            />
          </Suspense>
        </div>
      )}
    </div>
  )
}
