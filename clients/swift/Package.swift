// swift-tools-version:6.0

import PackageDescription

let package = Package(
    name: "Play",
    dependencies: [.package(path: "Chkobba")],
    targets: [.executableTarget(name: "Play", dependencies: ["Chkobba"])]
)
