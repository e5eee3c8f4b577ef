import { Alert, Checkbox, Form, Input, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import { type Audience, createView, type ListView, updateView, type ViewContent } from '#kernel/views.ts'
import { ApiError, reasonsOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useShellText } from '../../i18n.ts'
import { CheckedItem } from '../form/checked-item.tsx'
import { useErrorsInLanguage } from '../form/form-rules.ts'
import { periodWords } from '../form/periods.ts'

interface Props {
  list: string
  /** The view that is renamed or shared; null for a new one. */
  view: ListView | null
  audiences: readonly Audience[]
  /** Days of the filter that could move with today, with the names that fit them. */
  moving: readonly { field: string; label: string; names: readonly string[] }[]
  content: (days: Record<string, string>) => ViewContent
  onDone: (created: ListView | null) => void
  onClose: () => void
}

interface Values {
  name: string
  audience: Audience
  asDefault: boolean
  days: Record<string, string>
}

const FIXED = 'fixed'

/** Saves what is shown as a view, or renames and shares one. */
export default function ViewDialog({ list, view, audiences, moving, content, onDone, onClose }: Props) {
  const t = useShellText()
  const [form] = Form.useForm<Values>()
  useErrorsInLanguage(form)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const send = async ({ name, audience, asDefault, days }: Values) => {
    setBusy(true)
    setRefusal(null)
    try {
      onDone(view ? await renamed(view, name, audience) : await created(name.trim(), audience, asDefault, days))
      onClose()
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.find((one) => one.field === 'name') : undefined
      if (field) form.setFields([{ name: 'name', errors: [field.message] }])
      else setRefusal(reasonsOf(error).join(' '))
    }
    setBusy(false)
  }
  const created = async (name: string, audience: Audience, asDefault: boolean, days: Record<string, string> = {}): Promise<ListView> => {
    const kept = content(Object.fromEntries(Object.entries(days).filter(([, value]) => value !== FIXED)))
    const { id } = await call(createView, { list, name, audience, content: kept, asDefault })
    return { id, version: 0, name, audience, ownerName: '', mine: true, pinned: false, content: kept }
  }
  const renamed = async ({ id, version }: ListView, name: string, audience: Audience): Promise<null> => {
    await call(updateView, { id, version, name: name.trim(), audience })
    return null
  }
  return (
    <Modal
      open
      title={view ? t('views.editTitle') : t('views.saveNew')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" className="bt-form-alert" />}
      <Form<Values>
        form={form}
        layout="vertical"
        scrollToFirstError={{ focus: true }}
        initialValues={{
          name: view?.name ?? '',
          audience: view?.audience ?? 'PRIVATE',
          asDefault: false,
          days: Object.fromEntries(moving.map(({ field, names }) => [field, names[0]])),
        }}
        onFinish={(values) => void send(values)}
      >
        <CheckedItem name="name" label={t('views.name')} schema={createView.input.shape.name}>
          <Input autoFocus maxLength={80} autoComplete="off" onPressEnter={() => form.submit()} />
        </CheckedItem>
        {!view &&
          moving.map(({ field, label, names }) => (
            <Form.Item key={field} name={['days', field]} label={label} extra={t('views.daysHelp')}>
              <Select options={[...names.map((name) => ({ value: name, label: periodWords(t, name) })), { value: FIXED, label: t('views.fixedDays') }]} />
            </Form.Item>
          ))}
        {audiences.length > 1 && (
          <Form.Item name="audience" label={t('views.audienceLabel')}>
            <Radio.Group options={audiences.map((value) => ({ value, label: t(`views.audience.${value}`) }))} />
          </Form.Item>
        )}
        {!view && (
          <Form.Item name="asDefault" valuePropName="checked" noStyle>
            <Checkbox>{t('views.asDefault')}</Checkbox>
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
