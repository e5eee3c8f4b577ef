import { Button, Form, Input, Modal } from 'antd'
import { z } from 'zod'
import { changePassword } from '#core/iam/contract/sign-in/auth.ts'
import { ruleText, type ValidationRule } from '#kernel/validation-texts.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { currentLanguage, useLabels, useShellText } from '#platform/web/i18n.ts'
import { contractRule, useErrorsInLanguage } from '#platform/web/kit/form/form-rules.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { words } from './words.ts'

interface Values {
  oldPassword: string
  password: string
  confirmPassword: string
}

const confirmRequired = z.string().min(1, { error: 'confirmPasswordRequired' satisfies ValidationRule })

/** Old password, new one twice; asks before it calls. `onDone` says whether the password was changed. */
export function ChangePasswordForm({ onDone }: { onDone: (changed: boolean) => void }) {
  const labels = useLabels(words)
  const t = useShellText()
  const [modal, holder] = Modal.useModal()
  const [form] = Form.useForm<Values>()
  useErrorsInLanguage(form)
  const command = useContractCommand(changePassword)
  const title = labels.text('changePassword')
  const send = async ({ oldPassword, password }: Values) => {
    let changed = false
    try {
      await command.mutateAsync({ oldPassword, newPwd: password })
      changed = true
      notify({ kind: 'success', title, text: labels.text('changePasswordDone') })
    } catch {
      // Said by the generic handler.
    }
    form.resetFields()
    onDone(changed)
  }
  const ask = (values: Values) =>
    void modal.confirm({
      title,
      content: labels.text('changePasswordConfirm'),
      okText: t('common.confirm'),
      cancelText: t('common.cancel'),
      onOk: () => send(values),
    })
  const { oldPassword, newPwd } = changePassword.input.shape
  return (
    <Form form={form} layout="vertical" requiredMark={false} validateTrigger="onBlur" onFinish={ask}>
      {holder}
      <Form.Item name="oldPassword" label={labels.field('profile', 'oldPassword')} rules={[contractRule(oldPassword)]}>
        <Input.Password autoComplete="current-password" maxLength={200} />
      </Form.Item>
      <Form.Item name="password" label={labels.field('profile', 'password')} rules={[contractRule(newPwd)]}>
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Form.Item>
      <Form.Item
        name="confirmPassword"
        label={labels.field('profile', 'confirmPassword')}
        dependencies={['password']}
        rules={[
          contractRule(confirmRequired),
          {
            validator: async (_rule, value: string | undefined) => {
              if (value && value !== form.getFieldValue('password')) throw new Error(ruleText('passwordMismatch', currentLanguage()))
            },
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={command.isPending}>
        {title}
      </Button>
    </Form>
  )
}
