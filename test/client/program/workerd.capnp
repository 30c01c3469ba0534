using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "walk", worker = (
      modules = [(name = "worker", esModule = embed "worker.bundle.js")],
      compatibilityDate = "2026-01-01",
      bindings = [(name = "url", fromEnvironment = "SERVICE")],
    )),
    # the service listens on this machine
    (name = "internet", network = (allow = ["private"])),
  ],
);
