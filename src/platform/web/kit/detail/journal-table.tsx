import { sumMoney } from '#kernel/money.ts'
import { useShellText } from '../../i18n.ts'
import { MoneyText } from '../value/money.tsx'
import { TimestampText } from '../value/timestamp.tsx'
import '../kit.css'

export interface JournalLine {
  /** From 1, unique in its journal. */
  line: number
  accountCode: string
  accountName: string
  side: 'D' | 'C'
  amount: string
  balanceAfter?: string | null
}

export interface JournalShown {
  id: string
  businessKey: string
  description: string
  occurredAt: string
  entries: readonly JournalLine[]
}

function Journal({ journal }: { journal: JournalShown }) {
  const t = useShellText()
  const total = (side: 'D' | 'C') => sumMoney(journal.entries.filter((entry) => entry.side === side).map((entry) => entry.amount))
  return (
    <table className="bt-journal">
      <caption>
        <span className="bt-num">{`${t('detail.journalNo')} ${journal.id}`}</span>
        <span>{journal.description}</span>
        <TimestampText value={journal.occurredAt} />
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('detail.account')}</th>
          <th scope="col">{t('detail.accountName')}</th>
          <th scope="col">{t('detail.debit')}</th>
          <th scope="col">{t('detail.credit')}</th>
          <th scope="col">{t('detail.balanceAfter')}</th>
        </tr>
      </thead>
      <tbody>
        {journal.entries.map((entry) => (
          <tr key={entry.line}>
            <td className="bt-num">{entry.accountCode}</td>
            <td>{entry.accountName}</td>
            <td>{entry.side === 'D' && <MoneyText value={entry.amount} />}</td>
            <td>{entry.side === 'C' && <MoneyText value={entry.amount} />}</td>
            <td>{entry.balanceAfter && <MoneyText value={entry.balanceAfter} />}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('list.sums')}
          </th>
          <td>
            <MoneyText value={total('D')} />
          </td>
          <td>
            <MoneyText value={total('C')} />
          </td>
          <td />
        </tr>
      </tfoot>
    </table>
  )
}

/** The money movements behind a record: each journal with its entries, both sides summed. */
export function JournalTable({ journals }: { journals: readonly JournalShown[] }) {
  const t = useShellText()
  if (journals.length === 0) return <p className="bt-none">{t('detail.noJournal')}</p>
  return (
    <div className="bt-journals">
      {journals.map((journal) => (
        <Journal key={journal.id} journal={journal} />
      ))}
    </div>
  )
}
