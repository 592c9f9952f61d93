// SPDX-License-Identifier: Apache-2.0
#include "driver/archive/serve_http.h"

#include "base/interruptions.h"
#include "driver/archive/serve_gate.h"
#include "driver/verbs.h"

#include <condition_variable>
#include <deque>
#include <httplib.h>
#include <malloc.h>
#include <mutex>
#include <poll.h>
#include <thread>

namespace tare {
namespace {

constexpr size_t connection_threads = 100, most_waiting = 200;
constexpr int answers_at_once = 4, uploads_at_once = 2, waiting_connections = 256;
constexpr std::chrono::seconds turn_time{40};
constexpr int malloc_arenas = 4; // each keeps what was freed in it

/// Nothing in cpp-httplib 0.11, whether the task was taken in later ones.
using Enqueued = decltype(std::declval<httplib::TaskQueue &>().enqueue({}));

/// So many at once; those who wait come in the order in which they came.
class Turns {
public:
  explicit Turns(int free) : free_(free) {}

  bool take() {
    std::unique_lock lock(mutex_);
    const uint64_t mine = next_++;
    waiting_.push_back(mine);
    bool ok =
        changed_.wait_for(lock, turn_time, [&] { return free_ > 0 && waiting_.front() == mine; });
    std::erase(waiting_, mine);
    free_ -= ok;
    changed_.notify_all();
    return ok;
  }

  void giveBack() {
    std::lock_guard lock(mutex_);
    ++free_;
    changed_.notify_all();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<uint64_t> waiting_;
  uint64_t next_ = 0;
  int free_;
};

/// While it lives, one of so many at once; not `ok` where none became free in time.
class Turn {
public:
  explicit Turn(Turns &turns) : turns_(turns), ok_(turns.take()) {}
  ~Turn() {
    if (ok_)
      turns_.giveBack();
  }
  Turn(const Turn &) = delete;
  bool ok() const { return ok_; }

private:
  Turns &turns_;
  bool ok_;
};

/// As many threads as connections; whoever comes when all are taken waits to be accepted.
class ConnectionThreads final : public httplib::TaskQueue {
public:
  ConnectionThreads() {
    for (size_t i = 0; i < connection_threads; ++i)
      threads_.emplace_back([this] { work(); });
  }

  Enqueued enqueue(std::function<void()> task) override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return tasks_.size() < most_waiting || stopped_; });
    tasks_.push_back(std::move(task));
    changed_.notify_all();
    return Enqueued(true);
  }

  void shutdown() override {
    {
      std::lock_guard lock(mutex_);
      stopped_ = true;
      changed_.notify_all();
    }
    for (std::thread &thread : threads_)
      thread.join();
  }

private:
  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return !tasks_.empty() || stopped_; });
      if (tasks_.empty())
        return;
      std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      changed_.notify_all();
      lock.unlock();
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

/// What the library reads: the checked head, then the body from the connection. Which of the
/// questions without `override` the library asks depends on its release.
class GatedStream final : public httplib::Stream {
public:
  GatedStream(TimedConnection &connection, int fd, std::string head)
      : connection_(connection), fd_(fd), head_(std::move(head)) {}

  bool is_readable() const override { return true; }
  virtual bool is_writable() const { return true; }
  virtual bool wait_readable() const { return true; }
  virtual bool wait_writable() const { return true; }
  virtual time_t duration() const { return 0; }
  ssize_t read(char *to, size_t most) override {
    if (at_ == head_.size())
      return connection_.read(to, most);
    size_t size = std::min(most, head_.size() - at_);
    head_.copy(to, size, at_);
    at_ += size;
    return static_cast<ssize_t>(size);
  }
  ssize_t write(const char *bytes, size_t size) override {
    return connection_.write({bytes, size});
  }
  void get_remote_ip_and_port(std::string &, int &) const override {}
  void get_local_ip_and_port(std::string &, int &) const override {}
  socket_t socket() const override { return fd_; }

private:
  TimedConnection &connection_;
  int fd_;
  std::string head_;
  size_t at_ = 0;
};

WebRequest requestOf(const httplib::Request &given) {
  WebRequest request{.method = given.method,
                     .path = {},
                     .parameters = {},
                     .authorization = given.get_header_value("Authorization")};
  readTarget(given.target, request);
  return request;
}

const char *reasonOf(int status) {
  switch (status) {
  case 400:
    return "Bad Request";
  case 404:
    return "Not Found";
  case 408:
    return "Request Timeout";
  case 411:
    return "Length Required";
  case 413:
    return "Payload Too Large";
  case 414:
    return "URI Too Long";
  case 417:
    return "Expectation Failed";
  case 421:
    return "Misdirected Request";
  case 431:
    return "Request Header Fields Too Large";
  default:
    return "Refused";
  }
}

/// For whom the library never saw.
std::string plainAnswer(const WebAnswer &answer) {
  return "HTTP/1.1 " + std::to_string(answer.status) + " " + reasonOf(answer.status) +
         "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " +
         std::to_string(answer.body.size()) + "\r\n\r\n" + answer.body;
}

class ArchiveServer final : public httplib::Server {
public:
  explicit ArchiveServer(const Served &served) : served_(served) {
    new_task_queue = [] { return new ConnectionThreads; };
    set_payload_max_length(serve_limit::upload_bytes);
    set_socket_options([](socket_t socket) { // without SO_REUSEPORT: a port has one server
      int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    set_default_headers({{"Cache-Control", "no-store"},
                         {"Content-Security-Policy", "frame-ancestors 'none'"},
                         {"Cross-Origin-Resource-Policy", "same-origin"},
                         {"Referrer-Policy", "no-referrer"},
                         {"X-Content-Type-Options", "nosniff"}});
    set_pre_routing_handler([this](const httplib::Request &request, httplib::Response &response) {
      return answerEarly(request, response) ? HandlerResponse::Handled : HandlerResponse::Unhandled;
    });
    Post("/api/ledgers",
         [this](const httplib::Request &request, httplib::Response &response,
                const httplib::ContentReader &body) { takeUpload(request, response, body); });
    set_expect_100_continue_handler(
        [this](const httplib::Request &request, httplib::Response &response) {
          return answerEarly(request, response) ? response.status : 100;
        });
    set_error_handler([](const httplib::Request &, httplib::Response &response) {
      if (response.body.empty())
        put(response, webRefusal(response.status, reasonOf(response.status)));
    });
    set_exception_handler(
        [](const httplib::Request &, httplib::Response &response, std::exception_ptr) {
          put(response, webRefusal(500, "out of memory, or a defect of Tare"));
        });
  }

  /// More may wait to be accepted than the library lets wait.
  void letWait() { ::listen(svr_sock_, waiting_connections); }
  void stopAll() {
    stopping_ = true;
    stop();
  }

private:
  static void put(httplib::Response &response, const WebAnswer &answer) {
    response.status = answer.status;
    response.set_content(
        answer.body, answer.type + (answer.type == "application/json" ? "" : "; charset=utf-8"));
  }

  bool answerEarly(const httplib::Request &given, httplib::Response &response) {
    Turn turn(answers_);
    std::optional<WebAnswer> answer =
        turn.ok() ? answerWithoutBody(requestOf(given), served_)
                  : webRefusal(503, "the server is busy", "ask again later");
    if (answer)
      put(response, *answer);
    return answer.has_value();
  }

  void takeUpload(const httplib::Request &given, httplib::Response &response,
                  const httplib::ContentReader &body) {
    Turn turn(uploads_);
    if (!turn.ok())
      return put(response, webRefusal(503, "the server is busy", "send it again later"));
    std::string text;
    bool is_whole = body([&](const char *bytes, size_t size) {
      if (text.size() + size > serve_limit::upload_bytes)
        return false;
      text.append(bytes, size);
      return true;
    });
    if (!is_whole && response.status == 413)
      return;
    put(response, is_whole ? answerUpload(requestOf(given), text, served_)
                           : webRefusal(400, "the body did not come as a whole"));
  }

  /// What is thrown beside the library's own handling, such as for lack of memory, ends one
  /// connection and not the server.
  bool isProcessed(GatedStream &stream, bool &is_closed) {
    try {
      return processedBy(*this, stream, is_closed);
    } catch (const std::exception &defect) {
      complain({std::string("a request was given up: ") + defect.what()});
      return false;
    }
  }

  /// Later releases than 0.11 are told who asks; nobody is told that here.
  template <typename Server>
  static bool processedBy(Server &server, GatedStream &stream, bool &is_closed) {
    if constexpr (requires { server.process_request(stream, true, is_closed, nullptr); })
      return server.process_request(stream, true, is_closed, nullptr);
    else
      return server.process_request(stream, "", 0, "", 0, true, is_closed, nullptr);
  }

  bool process_and_close_socket(socket_t socket) override {
    using Clock = TimedConnection::Clock;
    TimedConnection connection(socket, stopping_);
    connection.until(Clock::now() + serve_limit::header_time);
    Result<std::string> read = connection.readHead();
    Result<std::string> head = read.ok() ? checkedHead(read.value()) : read;
    connection.until(Clock::now() + serve_limit::whole_time);
    bool is_done = false;
    if (head.ok()) {
      GatedStream stream(connection, socket, std::move(head).value());
      bool is_closed = false;
      is_done = isProcessed(stream, is_closed);
    } else if (int status = head.error().exit_status) {
      connection.write(plainAnswer(webRefusal(status, head.error().message)));
    }
    connection.finish();
    return is_done;
  }

  const Served &served_;
  std::atomic<bool> stopping_ = false;
  Turns answers_{answers_at_once}, uploads_{uploads_at_once};
};

} // namespace

Result<void> serveArchive(const Served &served, const std::string &address, int port,
                          const std::function<void(const std::string &url)> &started) {
  ::mallopt(M_ARENA_MAX, malloc_arenas);
  SignalReader signals; // before any thread is made, so that none of them gets a signal
  ArchiveServer server(served);
  int bound = port;
  if (port == 0)
    bound = server.bind_to_any_port(address);
  else if (!server.bind_to_port(address, port))
    bound = -1;
  if (bound <= 0)
    return Error{"cannot listen on port " + std::to_string(port) + " of " + address, "",
                 "is another server there? Take another one with --port N"};
  server.letWait();
  started("http://" + (address.find(':') == std::string::npos ? address : "[" + address + "]") +
          ":" + std::to_string(bound) + "/");
  std::atomic<bool> over = false;
  std::thread watcher([&] {
    struct pollfd waited = {signals.fd(), POLLIN, 0};
    while (!over)
      if (::poll(&waited, 1, 200) > 0 && signals.next() != 0)
        return server.stopAll();
  });
  server.listen_after_bind();
  over = true;
  watcher.join();
  return {};
}

} // namespace tare
