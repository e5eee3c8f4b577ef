import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled'
import { useShellText } from '../../i18n.ts'

/** For `allowClear`: the button that empties a field has a name in the reader's language. antd gives it none in an Input, and an English one in a Select. */
export function useClearable() {
  const t = useShellText()
  const label = t('common.emptyField')
  const clearIcon = (
    <>
      <CloseCircleFilled />
      <span className="bt-visually-hidden">{label}</span>
    </>
  )
  return { clearIcon, label }
}
