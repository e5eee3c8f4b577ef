import { Alert, Button, Form } from 'antd'
import { inquireAccount } from '#core/merchants/contract/changes.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { words } from './words.ts'

interface Props {
  bankBin: string | undefined
  accountNumber: string | undefined
  accountName: string | undefined
  /** Where the name is typed: the bank's can be taken over. */
  nameField?: string
}

/** Asks the bank whose account it is and says what it answered; the answer is kept and looked at again when the request is made. */
export function AccountCheck({ bankBin, accountNumber, accountName, nameField }: Props) {
  const labels = useLabels(words)
  const command = useContractCommand(inquireAccount, { quiet: true })
  const { data, error } = command
  const complete = Boolean(bankBin && accountNumber && accountName)
  const form = Form.useFormInstance()
  const ask = (name = accountName ?? '') => command.mutate({ bankBin: bankBin ?? '', accountNumber: accountNumber ?? '', accountName: name })
  const take = (name: string) => {
    form.setFieldValue(nameField, name)
    // The button goes with the answer that offered it.
    form.focusField(nameField)
    // What is kept is the answer to the name that is sent.
    ask(name)
  }
  return (
    <div style={{ marginBlockEnd: 12 }}>
      <Button disabled={!complete} loading={command.isPending} onClick={() => ask()}>
        {labels.text('checkAccount')}
      </Button>
      <div aria-live="polite" style={{ marginBlockStart: 8 }}>
        {error && <Alert type="error" showIcon title={messageOf(error) ?? labels.text('checkFailed')} />}
        {data && <Answer {...data} listed={accountName ?? ''} onTake={nameField === undefined ? undefined : take} />}
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
  onTake: ((name: string) => void) | undefined
}

function Answer({ verdict, answeredName, same, words: said, listed, onTake }: Answered) {
  const labels = useLabels(words)
  if (verdict === 'SUCCEEDED' && same) return <Alert type="success" showIcon title={labels.text('checkSame', { name: answeredName })} />
  if (verdict === 'SUCCEEDED') {
    const button = onTake && (
      <Button size="small" onClick={() => onTake(answeredName)}>
        {labels.text('takeName')}
      </Button>
    )
    return <Alert type="warning" showIcon title={labels.text('checkDiffers', { name: answeredName, listed })} action={button} />
  }
  if (verdict === 'FAILED') return <Alert type="error" showIcon title={labels.text('checkNone')} description={said || undefined} />
  return <Alert type="warning" showIcon title={labels.text('checkNoAnswer')} description={said || undefined} />
}
