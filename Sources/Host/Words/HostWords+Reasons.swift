internal import ManifestModel

extension HostWords {
  /// What a person is told of a failure.
  ///
  /// In English that is its message, which names more than other languages do.
  func told(_ answer: PortAnswer) -> String {
    switch language {
    case .english: answer.message.isEmpty ? answer.status.description : answer.message
    case .chinese:
      answer.reason == .spoken && !answer.message.isEmpty
        ? answer.message : answer.reason.chinese ?? answer.status.chinese
    }
  }

  /// What a person is told in the place of a page that cannot be shown.
  func told(_ failure: StackEntry.Failure) -> String {
    let reason = told(failure.answer)
    guard let holder = failure.holder else { return reason }
    return cannotBeShown(holder.title(in: language.rawValue), holding: reason)
  }
}

extension Reason {
  /// Nil where the status says it.
  fileprivate var chinese: String? {
    switch self {
    case .status, .spoken: nil
    case .noSuchPage: "没有模块包含此页面"
    case .noSuchFile: "其模块的文件已不存在"
    case .endedApp: "其模块上次运行时使应用终止；重试将再次加载它"
    case .notLoadable: "其模块无法加载；详情见日志"
    case .waitsFor(let places): "等待超时：\(places.joined(separator: "、")) 没有回应"
    case .noAddress: "地址无效，或不是 http 与 https"
    case .unreachable(let origin): "无法连接 \(origin)"
    case .notTrusted(let origin, let fault): "\(origin) 的证书不被接受：\(fault.chinese)"
    case .brokenOff(let origin): "与 \(origin) 的传输中断"
    case .redirects(let address): "\(address) 的重定向次数过多"
    case .malformed(let line): line > 0 ? "第 \(line) 行有误" : "文档有误"
    case .diskFull: "磁盘已满，未作更改；请腾出空间后重试"
    case .dataDamaged: "所存数据已损坏；详情见日志"
    case .dataNotWritable: "无法读写所存数据；详情见日志"
    case .inUse: "所存数据正被占用；请重试"
    case .noMemory: "内存不足；请重试"
    case .nobodySignedIn: "尚未登录；请先登录"
    }
  }
}

extension CertificateFault {
  fileprivate var chinese: String {
    switch self {
    case .expired: "已过期"
    case .notYetValid: "尚未生效"
    case .selfSigned: "由其自己签发"
    case .unknownAuthority: "签发机构不受信任"
    case .otherName: "属于另一个名称"
    case .other: "无法验证"
    }
  }
}

extension PageStatus {
  fileprivate var chinese: String {
    switch self {
    case .invalid: "所给的内容无效；详情见日志"
    case .notFound: "找不到所需的内容"
    case .unavailable: "暂时不可用；请稍后再试"
    case .denied: "没有此项权限；详情见日志"
    case .cancelled: "已取消"
    case .timedOut: "等待超时；请重试"
    case .tooLarge: "超出了允许的大小"
    case .tooDeep: "调用层次过深；详情见日志"
    case .unsupported: "不支持此操作"
    default: "出错了；详情见日志"
    }
  }
}
