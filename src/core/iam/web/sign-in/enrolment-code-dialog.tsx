import { Alert, Modal, Typography } from 'antd'
import { issueEnrolmentCode } from '#core/iam/contract/sign-in/sessions.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { words } from './words.ts'

/** An administrator gives out the code with which a person without e-mail sets up an authenticator (permission of issueEnrolmentCode). */
export function EnrolmentCodeDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const labels = useLabels(words)
  const t = useShellText()
  const command = useContractCommand(issueEnrolmentCode, { quiet: true })
  const issued = command.data
  const refusal = messageOf(command.error)
  return (
    <Modal
      open
      title={labels.text('permitTitle')}
      okText={issued ? t('common.noted') : labels.text('permitIssue')}
      cancelText={t('common.cancel')}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          {!issued && <CancelBtn />}
          <OkBtn />
        </>
      )}
      confirmLoading={command.isPending}
      onOk={() => (issued ? onClose() : command.mutate({ userId }))}
      onCancel={onClose}
      // Shown once: only the button that says so closes it.
      {...(issued ? { closable: false, keyboard: false, mask: { closable: false } } : {})}
      width={460}
    >
      {issued ? (
        <>
          <Typography.Title level={2} className="bt-num bt-otp" copyable>
            {issued.code}
          </Typography.Title>
          <p>{labels.text('permitShown', { time: showTimestamp(issued.expiresAt) })}</p>
        </>
      ) : (
        <p>{labels.text('permitText')}</p>
      )}
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
    </Modal>
  )
}
