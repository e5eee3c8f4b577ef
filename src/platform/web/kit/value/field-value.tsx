import type { ReactNode } from 'react'
import type { z } from 'zod'
import { showMonth } from '#kernel/dates.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { useLanguage, useNames, useShellText } from '../../i18n.ts'
import { showCount } from '../sizes.ts'
import { CopyButton } from './copy-button.tsx'
import { MoneyText } from './money.tsx'
import { StatusTag } from './status-tag.tsx'
import { DateText, TimestampText } from './timestamp.tsx'

const MASK = '•'
/** Who has done what nobody asked for. */
const SYSTEM = 'system'

/** A value as its field's meta says: money, date, status, ... `copyable` adds the button to codes. */
export function FieldValue({ schema, value, copyable = false }: { schema: z.ZodType; value: unknown; copyable?: boolean }): ReactNode {
  const t = useShellText()
  const language = useLanguage()
  const { kind, labels } = fieldMeta(schema)
  if (value === null || value === undefined || value === '') return <span className="bt-none">{t('common.none')}</span>
  if (Array.isArray(value)) return value.map((one) => <FieldValue key={String(one)} schema={schema} value={one} />)
  if (kind === 'account' && value === SYSTEM) return t('common.system')
  switch (kind) {
    case 'money':
      return <MoneyText value={String(value)} />
    case 'price':
      return <MoneyText value={String(value)} decimals={0} />
    case 'count':
      return <span className="bt-num">{showCount(Number(value), language)}</span>
    case 'date':
      return <DateText value={String(value)} />
    case 'month':
      return <span className="bt-num">{showMonth(String(value))}</span>
    case 'timestamp':
      return <TimestampText value={String(value)} />
    case 'status':
      return <StatusTag machine={labels ?? ''} value={String(value)} />
    case 'enum':
      return <EnumText name={labels ?? ''} value={String(value)} />
    case 'flag':
      return value ? t('common.yes') : t('common.no')
    case 'account':
    case 'code':
    case 'id':
    case 'phone':
      // What is masked is of no use elsewhere.
      return copyable && !String(value).includes(MASK) ? (
        <span className="bt-copyable">
          <span className="bt-num">{String(value)}</span>
          <CopyButton text={String(value)} />
        </span>
      ) : (
        <span className="bt-num">{String(value)}</span>
      )
    default:
      return String(value)
  }
}

function EnumText({ name, value }: { name: string; value: string }) {
  return useNames(name).enumValue(name, value)
}
