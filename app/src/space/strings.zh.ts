import { format } from "../language/format.zh.js"
import type { strings as later } from "./laterStrings.js"
import type { strings as english } from "./strings.js"

export const strings: typeof english & typeof later = {
  place: "此空间",
  title: "空间",
  list: "空间",
  open: "打开文件",
  platforms: {
    s3: "Amazon S3 或兼容存储",
    oss: "阿里云 OSS",
    pds: "阿里云 PDS",
    cos: "腾讯云 COS",
    obs: "华为云 OBS"
  },
  unknownPlatform: "存储类型尚未确定",
  limits: "限制",
  limitsComing: "正在查询限制…",
  oneFile: "单个文件最大",
  download: "下载速度",
  used: "已用",
  usedOf: (size) => `共 ${format.limit(size)}`,
  perSecond: "/s",
  notLimited: "不限制",
  throttled: (speed) => `由空间限速：无论网络多快，单个文件最高 ${format.limit(speed)}/s。`,
  tooLarge: (size) => `超过 ${format.limit(size)} 的文件在发送之前就会被拒绝。`,
  can: "此空间支持的功能",
  yes: "支持",
  no: "不支持",
  abilities: {
    resumableUpload: "中断后继续上传",
    rapidUpload: "已有的内容无需再次上传",
    archive: "将多个文件打包下载",
    starFiles: "为单个文件加星标",
    asyncBatches: "在后台移动和复制大量文件",
    bucket: "存储桶规则：版本、存储类型",
    search: "搜索所有文件夹"
  },
  migration: {
    title: "迁移",
    none: "将此空间迁移到其他存储",
    noneText: "由服务自行迁移此空间的内容，完成后在此告知。",
    business: "迁移用途",
    businessHelp: "服务需要一个词，例如产品名称，可询问管理此服务的人。",
    businessMissing: "没有这个词，服务不会开始。",
    start: "开始迁移",
    running: "正在迁移此空间",
    runningText: (business) => `${business === "" ? "" : `用途：“${business}”。`}服务会自行处理，你可以离开此页面。`,
    step: "服务不提供进度，只在完成时告知。",
    done: "此空间已迁移",
    doneText: "服务告知内容已在新的位置。",
    failed: "此空间未能迁移",
    failedText: "服务已停止迁移，可以重新开始。",
    unknown: (status) => `服务返回：${status}`,
    again: "再次迁移"
  },
  support: "供支持人员使用",
  facts: { id: "空间 ID", platform: "平台", name: "名称" },
  copied: "已复制",
  unsupported: (platform) => `暂不支持打开 ${platform} 空间`,
  unsupportedText: "其中的内容不受影响。选择其他空间继续。"
}
