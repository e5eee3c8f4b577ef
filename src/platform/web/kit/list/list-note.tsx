import CloseOutlined from '@ant-design/icons/CloseOutlined'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { isForbidden, reasonsOf } from '../../api/api-error.ts'
import { useShellText } from '../../i18n.ts'
import { FieldValue } from '../value/field-value.tsx'
import type { ListCondition } from './conditions.ts'

interface Props {
  error: Error | null
  onRetry: () => void
  /** What was searched with; without any the list holds nothing at all. */
  conditions?: readonly ListCondition[]
  /** Searches without these. */
  onRemove?: (conditions: readonly ListCondition[]) => void
  /** Offered where there is nothing at all: makes the first one. */
  create?: ReactNode
}

/** What a table says when it has no rows: nothing fits, nothing is there yet, not allowed, or not loaded. */
export function ListNote({ error, onRetry, conditions = [], onRemove, create }: Props) {
  const t = useShellText()
  if (error) return <Failure error={error} onRetry={onRetry} />
  const removable = conditions.filter((one) => one.removable)
  return (
    <div className="bt-note" role="status">
      <strong>{t('common.empty')}</strong>
      {conditions.length === 0 ? (
        <span>{t('list.nothingYet')}</span>
      ) : (
        <>
          <span>{t('list.noneFits')}</span>
          <ul className="bt-conditions">
            {conditions.map((one) => (
              <Chip key={one.name} condition={one} onRemove={onRemove} />
            ))}
          </ul>
        </>
      )}
      {removable.length > 1 && (
        <Button size="small" onClick={() => onRemove?.(removable)}>
          {t('list.removeConditions')}
        </Button>
      )}
      {conditions.length === 0 && create}
    </div>
  )
}

function Chip({ condition, onRemove }: { condition: ListCondition; onRemove: Props['onRemove'] }) {
  const t = useShellText()
  const { label, values, schema, Name, removable } = condition
  const shown = (value: unknown) => (Name ? <Name value={String(value)} /> : <FieldValue schema={schema} value={value} />)
  return (
    <li>
      {label}
      {values.length > 0 && ': '}
      {condition.range ? (
        <>
          {values[0] === undefined ? '…' : shown(values[0])} – {values[1] === undefined ? '…' : shown(values[1])}
        </>
      ) : (
        values.map((value, at) => (
          <span key={String(value)}>
            {at > 0 && ', '}
            {shown(value)}
          </span>
        ))
      )}
      {removable && (
        <button type="button" aria-label={t('list.removeCondition', { name: label })} onClick={() => onRemove?.([condition])}>
          <CloseOutlined />
        </button>
      )}
    </li>
  )
}

function Failure({ error, onRetry }: Pick<Props, 'onRetry'> & { error: Error }) {
  const t = useShellText()
  const forbidden = isForbidden(error)
  // Of conditions that are refused each field says why.
  return (
    <div className="bt-note" role="alert">
      <strong>{forbidden ? t('list.forbiddenTitle') : t('list.loadFailed')}</strong>
      {[...new Set(reasonsOf(error))].map((reason) => (
        <span key={reason}>{reason}</span>
      ))}
      {!forbidden && (
        <Button size="small" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}
