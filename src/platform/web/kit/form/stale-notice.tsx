import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { showTimestamp } from '#kernel/dates.ts'
import type { Stale } from '#kernel/stale.ts'
import { useShellText } from '../../i18n.ts'
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
  show: ((field: string, value: unknown) => ReactNode) | undefined
  onReapply: () => void
  onTake: () => void
}

/** Somebody else was faster: who, when and what, beside what the person has typed; nothing of that is lost. */
export default function StaleNotice({ stale, base, theirs, mine, fields, label, show, onReapply, onTake }: Props) {
  const t = useShellText()
  const shown = (field: string, value: unknown): ReactNode => {
    if (value === undefined || value === null || value === '') return t('common.none')
    const own = show?.(field, value)
    if (own !== undefined) return own
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
    return Array.isArray(value) ? t('stale.rows', { n: value.length }) : String(value)
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
                      <td>{shown(field, base[field])}</td>
                      <td>{shown(field, theirs[field])}</td>
                      <td>{sameValue(base[field], mine[field]) ? <span className="bt-none">{t('stale.untouched')}</span> : shown(field, mine[field])}</td>
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
