import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { TextsField } from '../../../platform/web/kit/texts-field.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Claim } from '../claims-contract.ts'
import { CLAIM_KINDS, type ClaimKind, LONGEST_CLAIM, PROOFS } from '../domain/claims.ts'
import { claimsApi, claimsQuery } from './roadmap-queries.ts'

export const NEW_CLAIM = {
  ...{
    kind: 'operator' as ClaimKind,
    texts: { en: '', 'fr-CA': '', de: '', es: '' },
    proof: null,
    statedOn: null,
  },
}

type ClaimDialogProps = { claim: Claim | typeof NEW_CLAIM; onClose: () => void }

/** Says or takes back what is claimed; enforced is only what a test of the product shows. */
export function ClaimDialog({ claim, onClose }: ClaimDialogProps) {
  const t = useTranslations('claims')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [kind, setKind] = useState<ClaimKind>(claim.kind)
  const [texts, setTexts] = useState<Claim['texts']>(claim.texts)
  const [proof, setProof] = useState<string>(claim.proof ?? PROOFS[0])
  const [statedOn, setStatedOn] = useState<string>(claim.statedOn ?? '')
  const [removing, setRemoving] = useState(false)
  const done = async () => {
    await queries.invalidateQueries({ queryKey: claimsQuery.queryKey })
    onClose()
  }
  const save = async () => {
    const wish = {
      ...{ kind, texts },
      proof: kind === 'enforced' ? (proof as (typeof PROOFS)[number]) : null,
      statedOn: kind === 'operator' ? statedOn : null,
    }
    if ('id' in claim) await claimsApi.change({ ...wish, id: claim.id, version: claim.version })
    else await claimsApi.add(wish)
    await done()
    return undefined
  }
  const remove = async (id: number) => {
    setRemoving(true)
    try {
      await claimsApi.remove({ id })
      await done()
    } catch (failure) {
      toast.failed(failureText(failure))
      setRemoving(false)
    }
  }
  return (
    <FormDialog
      title={t('id' in claim ? 'changeTitle' : 'add')}
      submit={t('save')}
      size="xl"
      ready={texts.en.trim() !== '' && (kind === 'enforced' || statedOn !== '')}
      onSubmit={save}
      onClose={onClose}
    >
      <ChoiceField
        label={t('kind')}
        value={kind}
        data={CLAIM_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={(event) => setKind(event.currentTarget.value as ClaimKind)}
      />
      {kind === 'enforced' ? (
        <ChoiceField
          label={t('proof')}
          value={proof}
          data={[...PROOFS]}
          onChange={(event) => setProof(event.currentTarget.value)}
        />
      ) : (
        <TextField
          type="date"
          label={t('statedOn')}
          value={statedOn}
          onChange={(event) => setStatedOn(event.currentTarget.value)}
        />
      )}
      <TextsField value={texts} longest={LONGEST_CLAIM} onChange={setTexts} />
      {'id' in claim && (
        <Button
          variant="default"
          loading={removing}
          style={{ justifySelf: 'start' }}
          onClick={() => void remove(claim.id)}
        >
          {t('remove')}
        </Button>
      )}
    </FormDialog>
  )
}
