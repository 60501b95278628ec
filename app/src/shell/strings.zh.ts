import { format } from "../language/format.zh.js"
import type { strings as later } from "./laterStrings.js"
import type { strings as english } from "./strings.js"

export const strings: typeof english & typeof later = {
  product: "云盘",
  title: (place) => `${place} · 云盘`,
  skip: "跳到列表",
  places: "位置",
  navigation: "云盘",
  topbar: "顶栏",
  pinned: "已固定",
  breadcrumb: "路径",
  hiddenCrumbs: "中间的文件夹",
  upTo: (folder) => `返回“${folder}”`,
  transfers: "传输",
  inspector: "检查器",
  shortcuts: "键盘快捷键",
  settings: "设置",
  account: "账户",
  language: "语言",
  theme: "外观",
  themes: { system: "跟随系统", light: "浅色", dark: "深色" },
  density: "行高",
  densities: { comfortable: "宽松", compact: "紧凑" },
  limitFile: (size) => `单个文件最大 ${size}`,
  limitSpeed: (speed) => `下载限速 ${speed}`,
  openingSpace: "正在打开空间…",
  slow: "比平时耗时更久。",
  spaces: {
    label: "空间",
    switch: "切换空间",
    platform: (platform) => platform,
    unsupported: (platform) => `${platform}：暂不支持打开`,
    unsupportedTitle: "暂不支持打开此类空间",
    other: "其他空间",
    none: "这里还没有空间",
    noneText: "管理此云盘的人可以为你开通。"
  },
  signIn: {
    title: "登录",
    endedUploads: (uploads) =>
      uploads === 0
        ? "登录已过期。登录后可从刚才的位置继续。"
        : `登录已过期。${format.count(uploads)} 个上传已暂停，登录后会继续。`,
    token: "访问令牌",
    tokenHelp: "由提供此云盘的服务发放。",
    missing: "没有访问令牌无法登录。",
    refused: "此访问令牌无效，可索取新的令牌。",
    show: "显示访问令牌",
    hide: "隐藏访问令牌",
    action: "登录"
  },
  signOut: "退出登录",
  keys: {
    title: "键盘快捷键",
    or: "或",
    groups: { move: "移动", select: "选择", windows: "窗口", selection: "对所选项目", here: "此处" }
  },
  keyboard: {
    nextRegion: "下一个区域",
    previousRegion: "上一个区域",
    thisList: "此列表",
    up: "上一级文件夹",
    filter: "筛选此列表"
  },
  offline: {
    title: "你已离线。",
    text: (time) => `当前内容加载于 ${time}，上传会等待并自动继续。`,
    textUnknown: "上传会等待并自动继续。",
    action: "重新检测",
    back: "网络已恢复。"
  },
  trouble: {
    part: "部分项目未能加载。",
    old: "此列表未能刷新，内容可能不是最新的。",
    path: "未能加载此文件夹的路径。"
  },
  broken: {
    title: "这里出了问题",
    text: "你的文件未受影响。重新加载页面即可继续。",
    action: "重新加载"
  },
  missing: {
    title: "此地址没有内容",
    text: "链接可能不完整，或者内容已不存在。",
    action: "返回文件"
  },
  errors: {
    signedOut: { text: "登录已过期，上传会等你回来。", action: "登录" },
    noRight: { text: "你没有在此操作的权限，云盘管理员可以授予。", action: "复制详情" },
    tooLarge: (limit) => ({
      text: limit === undefined ? "此文件超过空间限制。" : `此空间单个文件最大 ${format.limit(limit)}。`,
      action: "移除"
    }),
    full: { text: "空间已满，腾出空间后可继续。", action: "打开回收站" },
    gone: { text: "它已不在这里，可能被移动或删除。", action: "刷新列表" },
    parentGone: { text: "此文件夹已不在这里，可能被移动或删除。", action: "返回文件" },
    taken: { text: "此处已有同名项目。", action: "换个名称" },
    badName: (sign) => ({ text: `名称不能包含 ${sign}。`, action: "换个名称" }),
    invalid: { text: "服务不接受此内容。", action: "修改" },
    changed: { text: "文件在上传时被更改。", action: "重新上传" },
    sourceGone: { text: "此文件已不在这台设备上，选择它现在的位置。", action: "选择文件" },
    server: { text: "存储服务没有响应，数据不会丢失。", action: "重试" },
    storageDenies: { text: "存储服务拒绝访问，云盘管理员可以更改。数据不会丢失。", action: "重试" },
    storageSetUp: { text: "存储服务尚未为此配置好，云盘管理员可以修复。", action: "复制详情" },
    clock: { text: "这台设备的时间不正确，校准后可继续。", action: "重试" },
    thawing: { text: "正在从归档中取回，稍后再来。", action: "重试" },
    archived: { text: "它在归档中，无法立即读取，云盘管理员可以取回。", action: "复制详情" },
    service: { text: "服务出现故障，数据不会丢失。", action: "重试" },
    oddAnswer: { text: "服务的回答无法理解，数据不会丢失。", action: "重试" },
    between: { text: "云盘之外的页面作了回答。如果当前网络需要登录，登录后可继续。", action: "重试" },
    refused: { text: "服务未能完成此操作。", action: "重试" },
    busy: { text: "服务要求稍等，数据不会丢失。", action: "重试" },
    network: { text: "连接中断，数据不会丢失。", action: "重试" },
    unsupported: { text: "此空间不支持该操作。", action: "复制详情" },
    platform: { text: "暂不支持打开此类空间。", action: "其他空间" },
    spaceGone: { text: "此空间已不存在，或者不属于你。", action: "其他空间" },
    noSpace: { text: "这里还没有空间，云盘管理员可以分配。", action: "重新查看" },
    inUse: { text: "另一个标签页正在处理此上传。", action: "重试" },
    damaged: { text: "收到的内容与发送的不一致，已丢弃。", action: "重试" },
    notSaved: { text: "文件无法保存到此设备。", action: "重试" },
    diskFull: { text: "这台设备已满，腾出空间后可继续。", action: "重试" },
    saveDenied: { text: "这台设备不允许将文件保存到那里。", action: "重试" },
    task: { text: "云盘未能完成此任务。", action: "重试" },
    cancelled: { text: "此操作已取消。", action: "重新开始" },
    disposed: { text: "此页面已结束工作。", action: "重新加载" },
    unknown: { text: "操作未成功。", action: "重试" },
    copyDetails: "复制详情"
  }
}
