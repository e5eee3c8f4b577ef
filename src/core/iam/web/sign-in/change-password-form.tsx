import { Alert, Button, Form, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { changePassword } from '#core/iam/contract/sign-in/auth.ts'
import type { FieldError } from '#kernel/errors.ts'
import { ruleText, type ValidationRule } from '#kernel/validation-texts.ts'
import { ApiError } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { currentLanguage, useLabels, useShellText } from '#platform/web/i18n.ts'
import { CheckedItem } from '#platform/web/kit/form/checked-item.tsx'
import { useErrorsInLanguage } from '#platform/web/kit/form/form-rules.ts'
import { useSession } from '#platform/web/session/session-store.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { PasswordRules } from './password-rules.tsx'
import { fieldWords, refusalWords } from './refusal-words.ts'
import { words } from './words.ts'

interface Values {
  oldPassword: string
  newPwd: string
  confirmPassword: string
}

const confirmRequired = z.string().min(1, { error: 'confirmPasswordRequired' satisfies ValidationRule })

/** What the server refused of which value: at its field until another is typed. */
function useRefusedValues() {
  const refused = useRef<{ fields: readonly FieldError[]; values: Partial<Values> }>({ fields: [], values: {} })
  const refusalOf = (name: keyof Values) => (value: unknown) => {
    const { fields, values } = refused.current
    const why = value === values[name] ? fields.find(({ field }) => field === name) : undefined
    return why && fieldWords(why)
  }
  return { refused, refusalOf }
}

/** Old password, new one twice; asks before it calls. `onDone` is called when the password was changed. */
export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const labels = useLabels(words)
  const t = useShellText()
  const account = useSession((state) => state.user?.account ?? '')
  const [modal, holder] = Modal.useModal()
  const [form] = Form.useForm<Values>()
  const [failed, setFailed] = useState<unknown>(null)
  const typed = Form.useWatch('newPwd', form) ?? ''
  const { refused, refusalOf } = useRefusedValues()
  useErrorsInLanguage(form)
  const command = useContractCommand(changePassword, { quiet: true })
  const title = labels.text('changePassword')
  const send = async (values: Values) => {
    setFailed(null)
    try {
      await command.mutateAsync({ oldPassword: values.oldPassword, newPwd: values.newPwd })
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : []
      if (fields.length === 0) return setFailed(error)
      refused.current = { fields, values }
      await form.validateFields().catch(() => undefined)
      return
    }
    notify({ kind: 'success', title, text: labels.text('changePasswordDone') })
    form.resetFields()
    onDone()
  }
  const focusRefused = () => {
    const wrong = form.getFieldsError().find(({ errors }) => errors.length > 0)
    if (wrong) form.focusField(wrong.name)
  }
  const ask = (values: Values) =>
    void modal.confirm({
      title,
      content: labels.text('changePasswordConfirm'),
      okText: t('common.confirm'),
      cancelText: t('common.cancel'),
      onOk: () => send(values),
      // The dialog gives the focus back to the button first.
      afterClose: focusRefused,
    })
  const { oldPassword, newPwd } = changePassword.input.shape
  const refusal = refusalWords(failed)
  return (
    <Form form={form} layout="vertical" onFinish={ask} scrollToFirstError={{ focus: true }}>
      {holder}
      <CheckedItem name="oldPassword" label={labels.field('profile', 'oldPassword')} schema={oldPassword} check={refusalOf('oldPassword')}>
        <Input.Password autoComplete="current-password" maxLength={200} />
      </CheckedItem>
      <CheckedItem
        name="newPwd"
        label={labels.field('profile', 'newPwd')}
        schema={newPwd}
        check={refusalOf('newPwd')}
        help={<PasswordRules password={typed} account={account} />}
      >
        <Input.Password autoComplete="new-password" maxLength={200} />
      </CheckedItem>
      <CheckedItem
        name="confirmPassword"
        label={labels.field('profile', 'confirmPassword')}
        schema={confirmRequired}
        dependencies={['newPwd']}
        check={(value) => (value === form.getFieldValue('newPwd') ? undefined : ruleText('passwordMismatch', currentLanguage()))}
      >
        <Input.Password autoComplete="new-password" maxLength={200} />
      </CheckedItem>
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
      <Button type="primary" htmlType="submit" loading={command.isPending}>
        {title}
      </Button>
    </Form>
  )
}
