import { Alert, Button, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import type { ImportState } from '#kernel/import.ts'
import { messageOf } from '../../api/api-error.ts'
import { useContractCommand } from '../../api/use-query.ts'
import { useNames, useShellText } from '../../i18n.ts'
import { useClearable } from '../form/clearable.tsx'
import type { ImportFacts } from './import-facts.ts'

interface Props {
  state: ImportState
  facts: ImportFacts
  onBack?: () => void
}

/** Which column of the file is which field: titles that are known are chosen already. */
export function ImportMapping({ state, facts: { contract }, onBack }: Props) {
  const t = useShellText()
  const clearable = useClearable()
  const names = useNames(contract.entity)
  const [mapping, setMapping] = useState(state.mapping)
  const map = useContractCommand(contract.map, { invalidates: [contract.state, contract.rows], quiet: true })
  const refusal = messageOf(map.error)
  const shape = contract.row.shape as Record<string, z.ZodType>
  const needed = contract.fields.filter((field) => !shape[field]?.safeParse(undefined).success)
  const missing = needed.filter((field) => (mapping[field] ?? null) === null)
  const used = new Set(Object.values(mapping))
  const name = (field: string) => names.field(contract.entity, field)
  return (
    <section className="bt-import-part">
      <h2>{t('import.mapping')}</h2>
      {missing.length > 0 && <Alert type="warning" showIcon title={t('import.missing', { fields: missing.map(name).join(', ') })} />}
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
      <div className="bt-plain-scroll">
        <table className="bt-plain bt-import-map">
          <thead>
            <tr>
              <th scope="col">{t('import.column')}</th>
              <th scope="col">{t('import.inFile')}</th>
            </tr>
          </thead>
          <tbody>
            {contract.fields.map((field) => (
              <tr key={field}>
                <th scope="row">
                  {name(field)} {needed.includes(field) && <span className="bt-negative">*</span>}
                </th>
                <td>
                  <Select
                    aria-label={name(field)}
                    className="bt-wide"
                    allowClear={clearable}
                    showSearch={{ optionFilterProp: 'label' }}
                    placeholder={t('import.noColumn')}
                    status={missing.includes(field) ? 'warning' : ''}
                    value={mapping[field] ?? undefined}
                    onChange={(at: number | undefined) => setMapping({ ...mapping, [field]: at ?? null })}
                    options={state.header.map((title, at) => ({
                      value: at,
                      label: `${columnName(at)} · ${title || t('import.untitled')}`,
                      disabled: used.has(at) && mapping[field] !== at,
                    }))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="bt-import-buttons">
        {onBack && <Button onClick={onBack}>{t('common.back')}</Button>}
        <Button
          type="primary"
          disabled={missing.length > 0}
          loading={map.isPending}
          onClick={() => map.mutate({ id: state.id, version: state.version, mapping })}
        >
          {t('import.check')}
        </Button>
      </div>
    </section>
  )
}

/** 0 → A, 26 → AA: as the spreadsheet program calls it. */
export function columnName(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : columnName(Math.floor(at / 26) - 1) + columnName(at % 26)
}
