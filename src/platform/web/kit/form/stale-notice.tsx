import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { showTimestamp } from '#kernel/dates.ts'
import type { Stale } from '#kernel/stale.ts'
import { useShellText } from '../../i18n.ts'
import type { RowFacts } from './form-facts.ts'
import { changedPlaces, isRows, RowValues } from './stale-rows.tsx'
import { type Fields, sameValue } from './three-way.ts'
import './stale.css'

interface Props {
  stale: Stale
  /** The fields when the form was opened, as somebody else has left them, and as they stand in the form. */
  base: Fields
  theirs: Fields
  mine: Fields
  /** Which of them somebody else has changed, of those that the form asks for. */
  fields: readonly string[]
  label: (field: string) => string
  /** Of the fields that are rows. */
  rows: ReadonlyMap<string, RowFacts>
  /** By its schema where that is given; a field of rows is called 'fees.fixed'. */
  show: (field: string, value: unknown, schema?: z.ZodType) => ReactNode
  onReapply: () => void
  onTake: () => void
}

/** Somebody else was faster: who, when and what, beside what the person has typed; nothing of that is lost. */
export default function StaleNotice({ stale, base, theirs, mine, fields, label, rows, show, onReapply, onTake }: Props) {
  const t = useShellText()
  const shown = (field: string, value: unknown): ReactNode => {
    if (value === undefined || value === null || value === '') return t('common.none')
    const own = show(field, value)
    if (own !== undefined) return own
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
    return Array.isArray(value) ? t('stale.rows', { n: value.length }) : String(value)
  }
  /** Of rows only those that somebody has changed: of `from` the fields that `to` has otherwise. */
  const cell = (field: string, from: unknown, to: unknown): ReactNode => {
    const facts = rows.get(field)
    const [some, other] = [from ?? [], to ?? []]
    if (!facts || !(isRows(some) || isRows(other)) || !Array.isArray(some) || !Array.isArray(other)) return shown(field, from)
    const one = (name: string, value: unknown, schema: z.ZodType | undefined) =>
      value === undefined || value === null ? null : show(`${field}.${name}`, value, schema)
    return <RowValues rows={some} places={changedPlaces(other, some)} facts={facts} show={one} />
  }
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="bt-form-alert"
      title={t('stale.title', { by: stale.changedBy, at: showTimestamp(stale.changedAt) })}
      description={
        <>
          {fields.length === 0 ? (
            <p>{t('stale.nothing')}</p>
          ) : (
            <div className="bt-stale">
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('stale.field')}</th>
                    <th scope="col">{t('stale.before')}</th>
                    <th scope="col">{t('stale.now')}</th>
                    <th scope="col">{t('stale.mine')}</th>
                  </tr>
                </thead>
                <tbody>
                  {fields.map((field) => (
                    <tr key={field}>
                      <th scope="row">{label(field)}</th>
                      <td data-of={t('stale.before')}>{cell(field, base[field], theirs[field])}</td>
                      <td data-of={t('stale.now')}>{cell(field, theirs[field], base[field])}</td>
                      <td data-of={t('stale.mine')}>
                        {sameValue(base[field], mine[field]) ? <span className="bt-none">{t('stale.untouched')}</span> : cell(field, mine[field], base[field])}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          <div className="bt-form-buttons bt-stale-buttons">
            <Button size="small" onClick={onTake}>
              {t('stale.take')}
            </Button>
            <Button size="small" type="primary" onClick={onReapply}>
              {t('stale.reapply')}
            </Button>
          </div>
        </>
      }
    />
  )
}
