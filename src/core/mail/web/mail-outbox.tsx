import { Modal } from 'antd'
import { listMails, readMail, retryMail } from '#core/mail/contract/mail.ts'
import { MailText } from '#core/mail/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { act, show } from '#platform/web/kit/actions/actions.tsx'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'

type Mail = RowOf<typeof listMails>

function MailReader({ row: mail, onClose }: DialogProps<Mail>) {
  const query = useContractQuery(readMail, { id: mail.id }, { quiet: true })
  return (
    <Modal open title={mail.subject} footer={null} width={640} onCancel={onClose}>
      {query.data ? <MailText text={query.data.text} /> : <Waiting query={query} />}
    </Modal>
  )
}

/** Mails on their way out: what waits, what went, what was given up and why. */
export default listScreen(listMails, {
  filters: ['text', 'status', { range: ['from', 'to'], label: 'createdAt', days: 7 }],
  columns: [{ field: 'subject', fixed: 'start' }, 'recipient', 'status', 'createdAt', 'endedAt', 'attempts', 'nextAttemptAt', 'error'],
  actions: [
    // Only a demo keeps what its mails say: everywhere else a mail is its reader's business.
    show(MailReader, { key: 'read', contract: readMail, when: ({ status }) => status === 'KEPT' }),
    act(retryMail),
  ],
})
