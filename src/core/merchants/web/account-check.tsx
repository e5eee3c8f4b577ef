import { Alert, Button } from 'antd'
import { inquireAccount } from '#core/merchants/contract/changes.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { words } from './words.ts'

interface Props {
  bankBin: string | undefined
  accountNumber: string | undefined
  accountName: string | undefined
}

/** Asks the bank whose account it is and says what it answered; the answer is kept and looked at again when the request is made. */
export function AccountCheck({ bankBin, accountNumber, accountName }: Props) {
  const labels = useLabels(words)
  const command = useContractCommand(inquireAccount, { quiet: true })
  const { data, error } = command
  const complete = Boolean(bankBin && accountNumber && accountName)
  const ask = () => command.mutate({ bankBin: bankBin ?? '', accountNumber: accountNumber ?? '', accountName: accountName ?? '' })
  return (
    <div style={{ marginBlockEnd: 12 }}>
      <Button disabled={!complete} loading={command.isPending} onClick={ask}>
        {labels.text('checkAccount')}
      </Button>
      <div aria-live="polite" style={{ marginBlockStart: 8 }}>
        {error && <Alert type="error" showIcon title={messageOf(error) ?? labels.text('checkFailed')} />}
        {data && <Answer {...data} listed={accountName ?? ''} />}
      </div>
    </div>
  )
}

interface Answered {
  verdict: string
  answeredName: string
  same: boolean
  words: string
  listed: string
}

function Answer({ verdict, answeredName, same, words: said, listed }: Answered) {
  const labels = useLabels(words)
  if (verdict === 'SUCCEEDED' && same) return <Alert type="success" showIcon title={labels.text('checkSame', { name: answeredName })} />
  if (verdict === 'SUCCEEDED') return <Alert type="warning" showIcon title={labels.text('checkDiffers', { name: answeredName, listed })} />
  if (verdict === 'FAILED') return <Alert type="error" showIcon title={labels.text('checkNone')} description={said || undefined} />
  return <Alert type="warning" showIcon title={labels.text('checkNoAnswer')} description={said || undefined} />
}
