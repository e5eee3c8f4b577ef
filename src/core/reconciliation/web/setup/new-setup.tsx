import { Alert, Form, Select } from 'antd'
import { useState } from 'react'
import type { ReconciliationContracts } from '#core/reconciliation/contract/contracts.ts'
import type { StatementFormat } from '#core/reconciliation/contract/format.ts'
import { reasonsOf } from '#platform/web/api/api-error.ts'
import { upload } from '#platform/web/api/upload.ts'
import { useLabels, useLanguage, useNames, useShellText } from '#platform/web/i18n.ts'
import { create } from '#platform/web/kit/actions/actions.tsx'
import { DropZone } from '#platform/web/kit/form/drop-zone.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import type { FilterInput, FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { showCount } from '#platform/web/kit/sizes.ts'
import { partnerInput } from '../selects.tsx'
import { words } from '../words.ts'
import { STATEMENT_ENDINGS } from './sample.tsx'

/** Which kind of our records: those that the desk shows. */
function PlugSelect({ plugs, value, onChange, ...rest }: FilterInputProps & { plugs: readonly string[] }) {
  const t = useShellText()
  const names = useNames('reconciliation.plug')
  return (
    <Select
      {...rest}
      className="bt-wide"
      placeholder={t('common.choose')}
      value={typeof value === 'string' ? value : undefined}
      options={plugs.map((plug) => ({ value: plug, label: names.enumValue('reconciliation.plug', plug) }))}
      onChange={(plug) => onChange?.(plug)}
    />
  )
}

interface FormatProps {
  contracts: ReconciliationContracts
  onChange?: (format: StatementFormat | undefined) => void
}

/** A real statement, from which the format is proposed: a partner's is needed before anything of it can be read. */
function FormatFromFile({ contracts, onChange }: FormatProps) {
  const labels = useLabels(words)
  const language = useLanguage()
  const [read, setRead] = useState<{ name: string; accepted: number; why: string | null; fault: string | null }>()
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const take = async ([file]: File[]) => {
    if (!file) return
    setRefusals([])
    try {
      const { format, accepted, why, fault } = await upload(contracts.setups.preview, {}, file)
      setRead({ name: file.name, accepted, why, fault })
      onChange?.(format ?? undefined)
    } catch (error) {
      setRefusals(reasonsOf(error))
    }
  }
  return (
    <>
      <DropZone compact accept={STATEMENT_ENDINGS} title={labels.text('sampleDrop')} hint={labels.text('sampleHint')} onFiles={(files) => void take(files)} />
      {read && (
        <p className="rec-sample-file" role="status">
          <strong>{read.name}</strong> <span>{labels.text('verdictAccepted', { n: showCount(read.accepted, language) })}</span>{' '}
          {read.why && <span className="bt-none">{read.why}</span>}
        </p>
      )}
      {read?.fault && <Alert type="error" showIcon title={labels.text('sampleFault')} description={read.fault} />}
      {refusals.map((text) => (
        <Alert key={text} type="error" showIcon title={text} role="alert" />
      ))}
    </>
  )
}

function Fields({ contracts, Partner }: { contracts: ReconciliationContracts; Partner: FilterInput }) {
  const names = useNames('reconciliation.setups.document')
  return (
    <>
      <Pair>
        <Field name="code" />
        <Field name="name" />
      </Pair>
      <Pair>
        <Field name="plug" chosen>
          <PlugSelect plugs={contracts.plugs} />
        </Field>
        <Field name="partnerId" chosen>
          <Partner />
        </Field>
      </Pair>
      <Form.Item name="format" label={names.field('reconciliation.setups.document', 'format')}>
        <FormatFromFile contracts={contracts} />
      </Form.Item>
    </>
  )
}

/** A rule that nobody has to think about: the reference is the same and so is the amount. */
const FIRST_RULE = { keys: ['REFERENCE'], cardinality: 'ONE_ONE', windowDays: 1, toleranceAmount: '0.00', tolerancePercent: '0' }

/** A new configuration: who and what first, and how the partner's file is read, the rest on its own page. */
export function newSetup(contracts: ReconciliationContracts, ruleName: () => string, onDone: (id: string) => void) {
  const Partner = partnerInput(contracts.setups.partners)
  return create(contracts.setups.create, () => <Fields contracts={contracts} Partner={Partner} />, {
    values: () => (contracts.plugs.length === 1 ? { plug: contracts.plugs[0] } : {}),
    // The file’s format is a part of the document, and no field of its own.
    toInput: ({ format }) => ({ format: undefined, document: { ...(format ? { format } : {}), rules: [{ name: ruleName(), ...FIRST_RULE }], fee: {} } }),
    onDone: ({ id }) => onDone(id),
  })
}
