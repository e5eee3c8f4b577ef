import { Alert, Button, Form, Input, Select } from 'antd'
import { searchCode } from '#core/masterdata/contract/lists/global-list.ts'
import { OptionalText, RequiredText } from '#kernel/primitives.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { CheckedItem } from '#platform/web/kit/form/checked-item.tsx'
import { words } from './words.ts'

const Chosen = RequiredText(100)
const Words = OptionalText(450)
const WordsNeeded = RequiredText(450)

interface Reasons {
  /** Code of the global list that holds them. */
  list: string
  /** Whose words the fields have. */
  entity: 'refund' | 'cancellation'
}

/** The list of reasons; without its data nobody knows whether the operator keeps one. */
const useReasonList = (code: string) => useContractQuery(searchCode, { code }, { staleTime: 60_000, quiet: true })

/** What a reason of the list is called in the person's language; undefined where none was chosen. */
export function useReasonName(list: string, code: string | undefined): string | undefined {
  const { data = [] } = useReasonList(list)
  return data.find(({ key }) => key === code)?.value
}

/** The reason from the list, with words of one's own; words alone where the operator keeps no such list. */
export function ReasonFields({ list, entity }: Reasons) {
  const t = useShellText()
  const labels = useLabels(words)
  const form = Form.useFormInstance()
  const { data, error, isFetching, refetch } = useReasonList(list)
  // The button goes with the error: who pressed it goes on at the field.
  const retry = () => refetch().then((again) => again.data?.length && form.focusField('reasonCode'))
  const fromList = data === undefined || data.length > 0
  const failed = data === undefined && error !== null
  return (
    <>
      {fromList && (
        <CheckedItem
          name="reasonCode"
          chosen
          label={labels.field(entity, 'reason')}
          schema={Chosen}
          help={
            failed && (
              <Alert
                type="error"
                showIcon
                title={t('list.loadFailed')}
                description={messageOf(error)}
                action={
                  <Button size="small" loading={isFetching} onClick={() => void retry()}>
                    {t('common.retry')}
                  </Button>
                }
                className="bt-refund-reasons"
              />
            )
          }
        >
          <Select placeholder={t('common.choose')} loading={isFetching} options={(data ?? []).map(({ key, value }) => ({ value: key, label: value }))} />
        </CheckedItem>
      )}
      <CheckedItem name="reason" label={labels.field(entity, fromList ? 'reasonMore' : 'reason')} schema={fromList ? Words : WordsNeeded}>
        <Input.TextArea rows={3} maxLength={450} showCount />
      </CheckedItem>
    </>
  )
}
