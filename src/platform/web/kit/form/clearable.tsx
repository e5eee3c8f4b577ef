import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled'
import { useShellText } from '../../i18n.ts'

/** For `allowClear` of an Input: its button has a name, antd gives it none. */
export function useClearable() {
  const t = useShellText()
  const clearIcon = (
    <>
      <CloseCircleFilled />
      <span className="bt-visually-hidden">{t('common.emptyField')}</span>
    </>
  )
  return { clearIcon }
}
